import { z } from 'zod'
import { DateTime, InstanceID } from './scalars.ts'

const InviteMessageID = z.string().meta({ id: 'InviteMessageID' })

/** Invites, replies to them, requests for one, replies to those. */
export const InviteMessageType = z
  .enum(['message', 'request', 'requestResponse', 'response'])
  .meta({ id: 'InviteMessageType' })

/** What stands in one of a person's slots. */
export const InviteMessage = z
  .object({
    canBeUpdated: z.boolean(),
    id: InviteMessageID,
    message: z.string().min(1),
    messageType: InviteMessageType,
    /** Whole minutes, rounded up. */
    remainingCooldownMinutes: z.int().min(0),
    slot: z.int().min(0).max(11),
    updatedAt: DateTime,
  })
  .meta({ id: 'InviteMessage' })
export type InviteMessage = z.output<typeof InviteMessage>

const MOST_TEXT = 64
/** One line: neither control characters nor halves of a pair, which the database would not keep. */
const BREAKS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

export const UpdateInviteMessageRequest = z
  .object({
    message: z
      .string('message must be a text')
      .trim()
      .min(1, 'message must not be empty')
      .max(MOST_TEXT, `message must have at most ${MOST_TEXT} characters`)
      .refine((text) => !BREAKS.test(text), 'message must not contain control characters'),
  })
  .meta({ id: 'UpdateInviteMessageRequest' })

const slot = (name: string) => z.int().min(0, `${name} must be 0 or more`).max(11, `${name} must be at most 11`)

/** `instanceId` is a location, or what follows its colon; then `worldId` says the world, as a location does too. */
export const InviteRequest = z
  .object({
    instanceId: InstanceID,
    messageSlot: slot('messageSlot').optional(),
    /** Not documented: shipped clients send it. */
    worldId: z.string().optional(),
  })
  .meta({ id: 'InviteRequest' })

export const RequestInviteRequest = z
  .object({
    requestSlot: slot('requestSlot').optional(),
    /** Not documented: shipped clients send it. */
    platform: z
      .string('platform must be a text')
      .regex(/^[0-9A-Za-z_-]{1,32}$/, 'platform is not the name of a platform')
      .optional(),
  })
  .meta({ id: 'RequestInviteRequest' })

/** Which numbers are slots is for the act to say, in the words that clients know. */
export const InviteResponse = z
  .object({ responseSlot: z.int().meta({ minimum: 0, maximum: 11 }) })
  .meta({ id: 'InviteResponse' })
