-- What left its file and is written in one again is what it was, with its items and their history.
call keep_row_rules('config_scrapers', revivable => true);
