import { z } from 'zod'
import { UserStatus } from './person.ts'
import { ContentFilter, Tag } from './scalars.ts'

const between = (field: string, least: number, most: number) => `${field} must have ${least} to ${most} characters`
const atMost = (field: string, most: number) => `${field} must have at most ${most} characters`
const sized = (field: string, least: number, most: number) =>
  z
    .string()
    .min(least, between(field, least, most))
    .max(most, between(field, least, most))
const upTo = (field: string, most: number) => z.string().max(most, atMost(field, most))
const listOf = <T extends z.ZodType>(field: string, item: T, most: number) =>
  z.array(item).max(most, `${field} must have at most ${most} entries`)

const Email = upTo('email', 254)
const Password = sized('password', 8, 256)
/** What an integer of the database holds. */
const Version = z.int().min(0).max(2_147_483_647)
/** The public JavaScript client sends a day as a moment of it, in UTC. */
const Birthday = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/T[\d:.]+Z$/, '') : value),
  z.iso.date('birthday must be a date, YYYY-MM-DD'),
)

export const RegisterUserAccountRequest = z
  .object({
    acceptedTOSVersion: Version,
    captchaCode: z.string().optional(),
    day: z.string(),
    email: Email,
    month: z.string(),
    password: Password,
    subscribe: z.boolean(),
    username: sized('username', 4, 15),
    year: z.string(),
  })
  .meta({ id: 'RegisterUserAccountRequest' })
export type RegisterUserAccountRequest = z.output<typeof RegisterUserAccountRequest>

export const UpdateUserRequest = z
  .object({
    acceptedTOSVersion: Version,
    bio: upTo('bio', 512),
    bioLinks: listOf('bioLinks', upTo('bioLinks', 512), 10),
    birthday: Birthday,
    contentFilters: listOf('contentFilters', ContentFilter, 5),
    currentPassword: z.string(),
    displayName: sized('displayName', 4, 15),
    email: Email,
    hasDiscordFriendsOptOut: z.boolean(),
    hasSharedConnectionsOptOut: z.boolean(),
    isBoopingEnabled: z.boolean(),
    password: Password,
    pronouns: upTo('pronouns', 32),
    revertDisplayName: z.boolean(),
    status: UserStatus,
    statusDescription: upTo('statusDescription', 128),
    tags: listOf('tags', Tag, 100),
    unsubscribe: z.boolean(),
    userIcon: upTo('userIcon', 2_048),
    username: sized('username', 4, 15),
  })
  .partial()
  .meta({ id: 'UpdateUserRequest' })
export type UpdateUserRequest = z.output<typeof UpdateUserRequest>

export const ChangeUserTagsRequest = z.object({ tags: listOf('tags', Tag, 100) }).meta({ id: 'ChangeUserTagsRequest' })

export const UpdateUserBadgeRequest = z
  .object({ hidden: z.boolean(), showcased: z.boolean() })
  .partial()
  .meta({ id: 'UpdateUserBadgeRequest' })
