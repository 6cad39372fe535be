-- Agents stored copies of connections that all of their resources could use. A server has no such copies.
delete from connections where source = 'Push' and exists (select from clock_offsets);
