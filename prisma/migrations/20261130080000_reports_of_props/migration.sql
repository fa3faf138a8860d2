-- migration: steps

-- step: batches of "ConfigEntry" by "key"
-- Props can be reported, too. Only options that no admin has changed: those of release 0.1, and those of later builds.
UPDATE "ConfigEntry" SET
  "value" = "value" || '{"prop": {"model": ["copyright", "hate", "malicious", "sexual", "violence"]}}'::jsonb,
  "updatedAt" = CURRENT_TIMESTAMP
WHERE "key" > $1 AND "key" <= $2 AND "key" = 'reportOptions' AND "value" IN (
  '{
    "avatar": {"model": ["copyright", "hate", "malicious", "sexual", "violence"]},
    "behavior": {"text": ["harassment", "hate", "spam"], "voice": ["harassment", "hate"]},
    "group": {"images": ["copyright", "hate", "sexual", "violence"], "text": ["hate", "impersonation", "spam"]},
    "user": {"images": ["copyright", "hate", "sexual"], "text": ["hate", "impersonation", "spam"]},
    "world": {"content": ["copyright", "hate", "malicious", "sexual", "violence"]}
  }'::jsonb,
  '{
    "avatar": {"model": ["copyright", "hate", "malicious", "sexual", "violence"]},
    "behavior": {"text": ["harassment", "hate", "spam"], "voice": ["harassment", "hate"]},
    "group": {"images": ["copyright", "hate", "sexual", "violence"], "text": ["hate", "impersonation", "spam"]},
    "user": {
      "behavior": ["hacking", "harassment", "spam"],
      "images": ["copyright", "hate", "sexual"],
      "text": ["hate", "impersonation", "spam"]
    },
    "world": {"content": ["copyright", "hate", "malicious", "sexual", "violence"]}
  }'::jsonb
);

-- step: batches of "ConfigEntry" by "key"
UPDATE "ConfigEntry" SET
  "value" = "value" || '{"prop": {"text": "Prop", "tooltip": "A prop or what it shows."}}'::jsonb,
  "updatedAt" = CURRENT_TIMESTAMP
WHERE "key" > $1 AND "key" <= $2 AND "key" = 'reportCategories'
  AND jsonb_typeof("value") = 'object' AND "value" -> 'prop' IS NULL;
