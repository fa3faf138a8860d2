-- migration: steps

-- step: batches of "JamSubmission" by "contentId"
-- Content carries a tag of each jam to which it is submitted.
UPDATE "World" SET "tags" = "World"."tags" || given."tags"
FROM (
  SELECT "contentId", array_agg('system_jam_' || substr("jamId", 5)) AS "tags" FROM "JamSubmission"
  WHERE "contentId" > $1 AND "contentId" <= $2 GROUP BY "contentId"
) AS given
WHERE "World"."id" = given."contentId";
