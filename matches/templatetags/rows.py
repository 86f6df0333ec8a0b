"""``{% rows match in matches %} … {% endrows %}``: a loop over a hall's rows that renders its body once for each form.

A thousand rows of a table differ in names and numbers. The body is rendered for the first of those that have the same
form, and filled with the values of the others. A row has ``marked``, which replaces what differs; the body prints that
as it is, and compares nothing with it. Where it has to, as after a refused form, all rows are rendered one by one:
``{% rows match in matches apart refused %}``, if any of the values behind ``apart`` is true. So is a row without
``marked``.
"""

from __future__ import annotations

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context

from matches.pages.mould_views import Marks, Moulds

register = template.Library()


class RowsNode(template.Node):
    """The loop: ``name`` is the row's in the body."""

    def __init__(self, name: str, rows: FilterExpression, apart: list[FilterExpression], nodelist: NodeList) -> None:
        self.name, self.rows, self.apart, self.nodelist = name, rows, apart, nodelist

    def render(self, context: Context) -> str:
        moulds, made = Moulds(), []
        apart = any(value.resolve(context, ignore_failures=True) for value in self.apart)
        with context.push():
            for row in self.rows.resolve(context, ignore_failures=True) or ():
                if apart or not hasattr(row, "marked"):
                    context[self.name] = row
                    made.append(self.nodelist.render(context))
                    continue
                marks = Marks()
                context[self.name] = marked = row.marked(marks.of)
                made.append(moulds.fill(marked, marks, lambda: self.nodelist.render(context)))
        return "".join(made)


@register.tag
def rows(parser: Parser, token: Token) -> RowsNode:
    """``{% rows NAME in ROWS %}`` or ``{% rows NAME in ROWS apart VALUE … %}``, up to ``{% endrows %}``."""
    match token.split_contents()[1:]:
        case [name, "in", values]:
            apart = []
        case [name, "in", values, "apart", *conditions]:
            apart = [parser.compile_filter(condition) for condition in conditions]
        case _:
            raise template.TemplateSyntaxError("rows: write {% rows NAME in ROWS %}")
    nodelist = parser.parse(("endrows",))
    parser.delete_first_token()
    return RowsNode(name, parser.compile_filter(values), apart, nodelist)
