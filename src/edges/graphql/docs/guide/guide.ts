import type { Section } from './blocks.ts'
import { limits } from './limits.ts'
import { lists } from './lists.ts'
import { liveData } from './liveData.ts'
import { notifications } from './notifications.ts'
import { refusals } from './refusals.ts'
import { signIn, signOut, start, viewerGuard } from './signIn.ts'
import { uploads } from './uploads.ts'

/** The guide to the GraphQL API, in the order of its page. */
export const guide: readonly Section[] = [
  start,
  signIn,
  viewerGuard,
  refusals,
  limits,
  lists,
  uploads,
  notifications,
  liveData,
  signOut,
]
