"""Queries whose SQL is made once a process and is then run with other values.

Django makes the SQL of a query anew each time. A result over the API asks some twenty times, and making the statements
was half of its cost. A kept query is written as any other, as a function from values to a queryset::

    _BY_HASH = KeptQuery(lambda hash_: ApiToken.objects.select_related("user").filter(token_hash=hash_)[:1])
    token = _BY_HASH.first(secret_hash)

The values stand for columns of any type that the database takes as Python has it (text, numbers, times); for a UUID,
see ``Given``. Rows of other tables come by ``select_related``, or apart with ``keep_related``, and not by
``prefetch_related``. It is for the queries of every request and every change, not for lists with filters.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Generic, TypeVar

from django.db import connection, transaction
from django.db.models import Field, Model, QuerySet
from django.db.models.expressions import Expression
from django.db.models.query import FlatValuesListIterable, ModelIterable, ValuesListIterable, get_related_populators

Row = TypeVar("Row")


class Given(Expression):
    """The place of a value in a kept query. A field prepares the value, where the database has a type of its own."""

    def __init__(self, position: int, field: Field[Any, Any] | None = None) -> None:
        super().__init__(output_field=field)
        self.position, self.prepared_by = position, field

    def of(self, field: Field[Any, Any]) -> Given:
        """The same place for a value of this field."""
        return Given(self.position, field)

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """The place in the SQL, and this as what stands for the value."""
        return "%s", [self]

    def value(self, values: Sequence[Any]) -> Any:
        """What stands at this place."""
        given = values[self.position]
        return given if self.prepared_by is None else self.prepared_by.get_db_prep_value(given, connection)


class _Statement:
    """The SQL of a kept query for one kind of database, and how its rows are read."""

    def __init__(self, rows: QuerySet[Any, Any]) -> None:
        compiler = rows.query.get_compiler(connection=connection)
        self.sql, self.params = compiler.as_sql()
        self.locks = rows.query.select_for_update
        self.converters = list(compiler.get_converters([column[0] for column in compiler.select]).items())
        self.read = _reader(rows, compiler)

    def run(self, values: Sequence[Any]) -> list[Any]:
        if self.locks and not connection.in_atomic_block and connection.features.has_select_for_update:
            raise transaction.TransactionManagementError("a row is locked inside a transaction")
        params = [each.value(values) if isinstance(each, Given) else each for each in self.params]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, params)
            rows = cursor.fetchall()
        return [self.read(self._converted(row)) for row in rows]

    def _converted(self, row: Sequence[Any]) -> Sequence[Any]:
        if not self.converters:
            return row
        changed = list(row)
        for position, (converters, expression) in self.converters:
            for convert in converters:
                changed[position] = convert(changed[position], expression, connection)
        return changed


def _reader(rows: Any, compiler: Any) -> Callable[[Sequence[Any]], Any]:
    """From a row to what the queryset gives: model instances, tuples or single values."""
    if rows._iterable_class is FlatValuesListIterable:
        return lambda row: row[0]
    if rows._iterable_class is ValuesListIterable:
        return tuple
    if rows._iterable_class is not ModelIterable or rows._prefetch_related_lookups or rows._known_related_objects:
        raise TypeError(f"not for a kept query: {rows.query}")
    info = compiler.klass_info
    start, end = info["select_fields"][0], info["select_fields"][-1] + 1
    names = [column[0].target.attname for column in compiler.select[start:end]]
    make = info["model"].from_db
    populators = get_related_populators(info, compiler.select, rows.db)  # type: ignore[call-arg]  # stubs of Django 6
    annotations = list((compiler.annotation_col_map or {}).items())

    def read(row: Sequence[Any]) -> Model:
        made: Model = make(rows.db, names, row[start:end])
        for populator in populators:
            populator.populate(row, made)
        for name, position in annotations:
            setattr(made, name, row[position])
        return made

    return read


class KeptQuery(Generic[Row]):
    """``KeptQuery(make)``: ``make`` takes as many values as it has parameters and returns a queryset."""

    def __init__(self, make: Callable[..., QuerySet[Any, Row]]) -> None:
        self._make = make
        self._count = len(inspect.signature(make).parameters)
        self._statements: dict[str, _Statement] = {}

    def all(self, *values: Any) -> list[Row]:
        """The rows for these values: one query."""
        if len(values) != self._count:
            raise TypeError(f"{len(values)} values for {self._count}")
        statement = self._statements.get(connection.vendor)
        if statement is None:
            statement = _Statement(self._make(*map(Given, range(self._count))))
            self._statements[connection.vendor] = statement
        return statement.run(values)

    def first(self, *values: Any) -> Row | None:
        """The first row, or None. The query says itself that it needs one only (``[:1]``)."""
        return next(iter(self.all(*values)), None)


def keep_related(instance: Model, name: str, rows: Sequence[Model]) -> None:
    """Give an instance the rows of a reverse relation that were read apart, as ``prefetch_related`` does."""
    related = attrgetter(name)(instance).get_queryset()
    related._result_cache, related._prefetch_done = list(rows), True
    vars(instance).setdefault("_prefetched_objects_cache", {})[name] = related
