-- An application that returns to a manifest file gets its row back.

call keep_row_rules('applications', revivable => true);
