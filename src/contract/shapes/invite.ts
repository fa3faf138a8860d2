import { z } from 'zod'
import { patternOf } from './formats.ts'
import { describeRef, visible } from './requestFields.ts'
import { DateTime, InstanceID } from './scalars.ts'

const InviteMessageID = z.string().meta({ id: 'InviteMessageID' })

/** Collections of messages: for invites, for requests for an invite, and for the responses to each. */
export const InviteMessageType = z
  .enum(['message', 'request', 'requestResponse', 'response'])
  .meta({ id: 'InviteMessageType' })

/** The message in one slot of a person's collection. */
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

const MAX_MESSAGE_LENGTH = 64
/** Excluded from messages, which are one line of text; PostgreSQL can't store unpaired surrogates. */
const LINE_BREAKS_AND_CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

export const UpdateInviteMessageRequest = z
  .object({
    message: z
      .string('message must be a text')
      .trim()
      .min(1, 'message must not be empty')
      .max(MAX_MESSAGE_LENGTH, `message must have at most ${MAX_MESSAGE_LENGTH} characters`)
      .check(visible('message must not be empty'))
      .refine((text) => !LINE_BREAKS_AND_CONTROLS.test(text), 'message must not contain control characters')
      .describe('Text of the message, without control characters.'),
  })
  .meta({ id: 'UpdateInviteMessageRequest' })

const slot = (name: string) => z.int().min(0, `${name} must be 0 or more`).max(11, `${name} must be at most 11`)

export const InviteRequest = z
  .object({
    instanceId: describeRef(InstanceID, 'Location of the instance, or the part of it after the colon.'),
    messageSlot: slot('messageSlot').optional().describe("Slot of the viewer's `message` collection."),
    // Not documented: shipped clients send it.
    worldId: z.string().optional().describe('World of the instance, unless `instanceId` is a whole location.'),
  })
  .meta({ id: 'InviteRequest' })

export const RequestInviteRequest = z
  .object({
    requestSlot: slot('requestSlot').optional().describe("Slot of the viewer's `request` collection."),
    // Not documented: shipped clients send it.
    platform: z
      .string('platform must be a text')
      .regex(patternOf('characters', /^[0-9A-Za-z_-]{1,32}$/), 'platform is not the name of a platform')
      .optional()
      .describe('Platform on which the viewer would join; the last one used by default.'),
  })
  .meta({ id: 'RequestInviteRequest' })

/** The handler refuses numbers that are no slots, with the message that clients know. */
export const InviteResponse = z
  .object({
    responseSlot: z
      .int()
      .meta({ minimum: 0, maximum: 11 })
      .describe("Slot of the viewer's `message` collection for an invite, of `requestResponse` for a request."),
  })
  .meta({ id: 'InviteResponse' })
