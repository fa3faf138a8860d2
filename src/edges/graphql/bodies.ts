import { z } from 'zod'
import {
  ChangeUserTagsRequest,
  UpdateUserBadgeRequest,
  UpdateUserRequest,
} from '../../contract/shapes/accountRequests.ts'
import { UpdateUserNoteRequest } from '../../contract/shapes/note.ts'
import { given } from './given.ts'

/** The rules of a request body of the wire for an input with the same members; other members are the graph's own. */
const rulesOf = (body: z.ZodObject) =>
  z.preprocess((input) => (typeof input === 'object' && input !== null ? given(input) : input), body.loose())

/** A birthday is a Date here, and its rule is the act's. */
export const updateUserRules = rulesOf(UpdateUserRequest.omit({ birthday: true }))
export const changeTagsRules = rulesOf(ChangeUserTagsRequest)
export const updateBadgeRules = rulesOf(UpdateUserBadgeRequest)
export const updateNoteRules = rulesOf(UpdateUserNoteRequest.pick({ note: true }))
