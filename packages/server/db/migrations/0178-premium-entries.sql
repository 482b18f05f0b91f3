-- Rows are sealed by a number of their own; this table had none.
alter table premium_periods add column entry bigint generated always as identity unique;
