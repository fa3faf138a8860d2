import { z } from 'zod'
import { type Id, type IdKind, isId } from '../kernel/ids.ts'

/** Parses an id of one kind. On the wire it is a plain string; a malformed one can't name anything. */
const id = <K extends IdKind>(kind: K) =>
  z.string().refine((text): text is Id<K> => isId(kind, text), { message: `not a ${kind} id` })

export const UserId = id('user')
export const UserNoteId = id('userNote')
export const BadgeId = id('badge')
export const PermissionId = id('permission')

/** Every path parameter of the contract: how it is parsed, and what a client hears when nothing can have that name. */
export const pathParameters = {
  userId: { schema: UserId, missing: (text: string) => `User ${text} not found` },
  username: { schema: z.string().regex(/^[^\0]+$/), missing: (text: string) => `User ${text} not found` },
  userNoteId: { schema: UserNoteId, missing: () => 'Note not found' },
  badgeId: { schema: BadgeId, missing: () => 'The user does not have the badge.' },
  permissionId: { schema: PermissionId, missing: () => 'Permission not found' },
} as const

export type PathParameters = { [K in keyof typeof pathParameters]: z.output<(typeof pathParameters)[K]['schema']> }
