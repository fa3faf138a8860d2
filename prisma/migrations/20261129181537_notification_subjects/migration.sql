-- migration: steps

-- step
ALTER TABLE "Notification" ADD COLUMN     "facts" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "subjectId" TEXT;

-- What a notification is about, as release 0.1 wrote it. Drop these functions and the trigger with that release.
CREATE OR REPLACE FUNCTION subject_of_old_notification(n "Notification") RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN n.type = 'friendRequest' THEN n.id
    WHEN n.type = 'invite' THEN n.details->>'worldId'
    WHEN n.type = 'group.announcement' AND n."relatedNotificationsId" LIKE 'not\_%'
      THEN 'gpst_' || substr(n."relatedNotificationsId", 5)
    WHEN n."relatedNotificationsId" LIKE 'gpos\_%' OR n."relatedNotificationsId" LIKE 'cal\_%' THEN n."relatedNotificationsId"
    WHEN n.type = 'vrcplus.gift' THEN 'splan_' || (n.data->>'subscriptionId')
    ELSE COALESCE(
      n.data->>'avatarId', n.data->>'purchaseId', n.data->>'paymentEventId', n.data->>'reportId', n.data->>'contentId',
      n.data->>'groupId')
  END
$$;

CREATE OR REPLACE FUNCTION facts_of_old_notification(n "Notification") RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'groupName', COALESCE(n.data->>'groupName', n.data->>'ownerName'),
    'subjectName', COALESCE(n.data->>'listingDisplayName', n.data->>'title', n.details->>'worldName'),
    'actorId', n.data->>'giverId',
    'written', CASE
      WHEN n.data ? 'broadcastId' OR n.type IN ('group.announcement', 'message', 'promo.redeem') THEN 'all'
      WHEN n.title LIKE 'Re: %' OR n.type IN ('invite', 'inviteResponse', 'moderation.notice', 'moderation.report.closed',
        'requestInvite', 'requestInviteResponse') THEN 'message'
    END))
$$;

CREATE OR REPLACE FUNCTION accept_notification_of_release_0_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := COALESCE(NEW.revision, 1);
  NEW."subjectId" := COALESCE(NEW."subjectId", subject_of_old_notification(NEW));
  NEW.facts := COALESCE(NEW.facts, facts_of_old_notification(NEW));
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER accept_release_0_1 BEFORE INSERT ON "Notification"
  FOR EACH ROW WHEN (NEW.revision IS NULL OR NEW.facts IS NULL) EXECUTE FUNCTION accept_notification_of_release_0_1();

-- step: reconnect

-- step: batches of "Notification" by "id"
-- Subjects and facts of the notifications that are stored, from what their types have told until now.
UPDATE "Notification" AS n SET "subjectId" = subject_of_old_notification(n), facts = facts_of_old_notification(n)
WHERE id > $1 AND id <= $2;
