-- migration: steps

-- step
-- While this release is installed, nodes of the release before write to the same tables. Databases that were migrated before
-- the migrations took care of that get what does it here.
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

-- step
-- Numbers of engine versions are counted as clients do: year, minor, patch and stage (f 000, p 010), without the build. Release
-- 0.1 counted a 0, b 100, f 200 and p 300, and added the build. Drop the triggers when it can't run beside this any more.
CREATE OR REPLACE FUNCTION unity_sort_of_release_0_1(number BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN number % 1000 BETWEEN 100 AND 399 THEN number / 1000 * 1000 + (number % 1000 / 100 - 2) * 10 ELSE number END
$$;

CREATE OR REPLACE FUNCTION accept_package_of_release_0_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."unitySortNumber" := unity_sort_of_release_0_1(NEW."unitySortNumber");
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION accept_world_of_release_0_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."minUnitySort" := unity_sort_of_release_0_1(NEW."minUnitySort");
  NEW."maxUnitySort" := unity_sort_of_release_0_1(NEW."maxUnitySort");
  RETURN NEW;
END
$$;

-- step
CREATE OR REPLACE TRIGGER accept_release_0_1 BEFORE INSERT OR UPDATE OF "unitySortNumber" ON "UnityPackage"
  FOR EACH ROW WHEN (NEW."unitySortNumber" % 1000 BETWEEN 100 AND 399) EXECUTE FUNCTION accept_package_of_release_0_1();

-- step
CREATE OR REPLACE TRIGGER accept_release_0_1 BEFORE INSERT OR UPDATE OF "minUnitySort", "maxUnitySort" ON "World"
  FOR EACH ROW WHEN (NEW."minUnitySort" % 1000 BETWEEN 100 AND 399 OR NEW."maxUnitySort" % 1000 BETWEEN 100 AND 399)
  EXECUTE FUNCTION accept_world_of_release_0_1();
