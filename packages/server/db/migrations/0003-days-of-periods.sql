-- Settlements belong to the day on which their period began, not to the day on which they were booked. The next sealing adds all sealed
-- transfers to the totals again.
delete from book_days;
delete from book_days_progress;
