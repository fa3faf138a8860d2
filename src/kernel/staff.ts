/**
 * What an admin can entrust to a person of the staff, who is no admin; admins may do all of it.
 *
 * - `reports`: reads reports and acts upon what is reported.
 * - `people`: reads accounts, suspends and helps their owners, awards badges and grants permissions.
 * - `content`: reads what is hidden, hides and shows content, runs jams and reviews.
 * - `economy`: reads wallets and payments, grants tokens and items, keeps the catalogue of the platform.
 * - `configuration`: sets what clients read, and defines permissions and badges.
 * - `operations`: reads the state of the servers, jobs and mails, and sends broadcasts and notices.
 */
export const STAFF_PERMISSIONS = ['reports', 'people', 'content', 'economy', 'configuration', 'operations'] as const
export type StaffPermission = (typeof STAFF_PERMISSIONS)[number]

export const isStaffPermission = (text: string): text is StaffPermission =>
  STAFF_PERMISSIONS.some((permission) => permission === text)
