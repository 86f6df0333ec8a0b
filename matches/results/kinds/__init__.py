"""What pages say of each kind of table, and the forms that its results are reported with (docs/tables.md)."""
