import { z } from 'zod'

/** The field of an input by which a change is refused if somebody else was faster; acts check it by `assertUnchanged`. */
export const ifUpdatedAt = z
  .date()
  .optional()
  .describe(
    'The `updatedAt` that the client has read: the change is refused with the reason `CHANGED_SINCE` if it is another one by now. Left out, the last change wins.',
  )

/** The GraphQL type of the field. */
export const IF_UPDATED_AT = { ifUpdatedAt: 'DateTime' } as const
