import type { AdminAct, OwnerOrAdminAct } from './actNames.ts'

/**
 * Acts of admins that need no confirmed identity, each with the reason. All others need one, so that a stolen session of an
 * admin can't take accounts, tokens or content from people, or speak to them for the platform.
 */
export const HARMLESS_ACTS: Readonly<Partial<Record<AdminAct | OwnerOrAdminAct, string>>> = {
  addReportNote: 'A text that only admins read.',
  assignReport: 'Says which admin works on a report; the next assignment replaces it.',
  enqueueImpostor: 'The server makes the impostors of an avatar anew from the same file.',
  featureCalendarEvent: 'Shows an event that everybody can see at a better place; the same act ends that.',
  rateJamSubmission: 'A mark of a jury member; the next one replaces it.',
  setGroupGalleryFileOrder: 'An order of images, which can be changed again.',
  updateAssetReviewNotes: 'A text for the review of a file, which can be changed again.',
}

export const needsConfirmation = (act: AdminAct | OwnerOrAdminAct): boolean => !Object.hasOwn(HARMLESS_ACTS, act)
