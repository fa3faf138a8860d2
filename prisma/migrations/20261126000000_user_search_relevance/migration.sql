-- Names compare by code points, whatever the locale of the server: then those that begin with a text are a range of an index.
ALTER TABLE "User" ALTER COLUMN "displayNameKey" TYPE text COLLATE "C";
-- The change of type has dropped the statistics by which searches are planned.
ANALYZE "User" ("displayNameKey");
