-- What left its file and is written in one again is what it was, with its history.
call keep_row_rules('canaries', '{spec}', revivable => true);
