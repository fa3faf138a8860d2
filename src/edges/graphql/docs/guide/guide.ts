import type { Section } from './blocks.ts'
import { limits } from './limits.ts'
import { lists } from './lists.ts'
import { liveData } from './liveData.ts'
import { refusals } from './refusals.ts'
import { signIn, signOut, start } from './signIn.ts'
import { uploads } from './uploads.ts'

/** The guide to the GraphQL API, in the order of its page. */
export const guide: readonly Section[] = [start, signIn, refusals, limits, lists, uploads, liveData, signOut]
