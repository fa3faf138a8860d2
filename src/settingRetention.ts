import { integerBetween, setting } from './settingKinds.ts'

/** A setting of a number of days. */
const days = (fallback: string, help: string) =>
  setting(fallback, integerBetween(1, 3_650), { help, must: 'a whole number from 1 to 3650' })

/** A setting of a number of days that is at least `least`, or 0 for ever. */
const daysOrForever = (fallback: string, least: number, help: string) =>
  setting(
    fallback,
    integerBetween(0, 36_500).refine((given) => given === 0 || given >= least),
    {
      help,
      must: `0 or a whole number from ${least} to 36500`,
    },
  )

/** How long rows are kept, in days: docs/retention.md has every table. */
export const RETENTION_SETTINGS = {
  RETENTION_FEED_DAYS: days(
    '7',
    'Days that changes of notifications are kept for clients that come back; later ones load all anew.',
  ),
  RETENTION_NOTIFICATIONS_DAYS: days(
    '90',
    'Days that notifications are kept that have no expiry of their own, but for those of the next setting.',
  ),
  RETENTION_OPEN_NOTIFICATIONS_DAYS: daysOrForever(
    '0',
    1,
    'Days that notifications are kept that do not expire, such as friend requests that nobody answers; 0 for ever.',
  ),
  RETENTION_SESSIONS_DAYS: days(
    '30',
    'Days that a session lasts without use, and that a trusted device skips the second factor.',
  ),
  RETENTION_ENDED_SESSIONS_DAYS: days('7', 'Days for which clients are told why their session has ended.'),
  RETENTION_LOGIN_PLACES_DAYS: days('90', 'Days that a network is known from which somebody has logged in.'),
  RETENTION_DATA_EXPORTS_DAYS: days('7', 'Days that people can download an archive of their data.'),
  RETENTION_PAST_NAMES_DAYS: daysOrForever('0', 1, 'Days that former display names of people are shown; 0 for ever.'),
  RETENTION_WORLD_VISITORS_DAYS: daysOrForever(
    '0',
    30,
    'Days after the last visit that a world counts as visited by a person; 0 for ever.',
  ),
  RETENTION_DELETED_GROUPS_DAYS: days('30', 'Days after which deleted groups are removed.'),
  RETENTION_DELETED_EVENTS_DAYS: days('30', 'Days after which deleted events of calendars are removed.'),
  RETENTION_GROUP_AUDIT_DAYS: daysOrForever('365', 365, 'Days that the audit logs of groups are kept; 0 for ever.'),
  RETENTION_CLOSED_REPORTS_DAYS: daysOrForever(
    '0',
    30,
    'Days that reports of misconduct are kept after they were closed, with their notes; 0 for ever.',
  ),
  RETENTION_PAYMENT_EVENTS_DAYS: daysOrForever(
    '0',
    90,
    'Days that messages of payment providers are kept after they were settled; 0 for ever.',
  ),
  RETENTION_IMPOSTOR_JOBS_DAYS: days('30', 'Days that the making of impostors of avatars is kept after its end.'),
  RETENTION_BACKUP_RUNS_DAYS: daysOrForever('400', 30, 'Days that the records of backups are kept; 0 for ever.'),
}
