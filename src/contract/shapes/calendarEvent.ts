import { z } from 'zod'
import { DateTime, FileID, GroupID, GroupRoleID, Tag } from './scalars.ts'

const CalendarID = z.string().meta({ id: 'CalendarID' })
const LanguageCode = z.string().meta({ id: 'LanguageCode' })
export const CalendarEventAccess = z.enum(['group', 'public']).meta({ id: 'CalendarEventAccess' })
export const CalendarEventCategory = z
  .enum([
    'arts',
    'avatars',
    'dance',
    'education',
    'exploration',
    'film_media',
    'gaming',
    'hangout',
    'music',
    'other',
    'performance',
    'roleplaying',
    'wellness',
  ])
  .meta({ id: 'CalendarEventCategory' })
export const CalendarEventPlatform = z
  .enum(['android', 'ios', 'standalonewindows'])
  .meta({ id: 'CalendarEventPlatform' })
export const CalendarEventOccurrenceKind = z
  .enum(['occurrence', 'series', 'single'])
  .meta({ id: 'CalendarEventOccurrenceKind' })
export const CalendarDayOfWeek = z.enum(['FR', 'MO', 'SA', 'SU', 'TH', 'TU', 'WE']).meta({ id: 'CalendarDayOfWeek' })
export const CalendarEventFrequency = z
  .enum(['daily', 'monthly', 'weekly', 'yearly'])
  .meta({ id: 'CalendarEventFrequency' })
export const CalendarEventRecurrenceEndType = z
  .enum(['afterDate', 'afterOccurrences'])
  .meta({ id: 'CalendarEventRecurrenceEndType' })

const CalendarEventRecurrenceEnd = z
  .object({
    count: z.int().min(1).optional(),
    date: z.string().optional(),
    type: CalendarEventRecurrenceEndType,
  })
  .meta({ id: 'CalendarEventRecurrenceEnd' })

/** How a series repeats, on the wall clock of its time zone. */
const CalendarEventRecurrence = z
  .object({
    daysOfWeek: z.array(CalendarDayOfWeek).optional(),
    end: CalendarEventRecurrenceEnd.optional(),
    frequency: CalendarEventFrequency,
    interval: z.int().min(1),
    timezone: z.string(),
  })
  .nullable()
  .meta({ id: 'CalendarEventRecurrence' })

const minutes = z.int().optional()

export const CalendarEvent = z
  .object({
    accessType: CalendarEventAccess,
    category: CalendarEventCategory,
    closeInstanceAfterEndMinutes: minutes,
    createdAt: DateTime.optional(),
    deletedAt: DateTime.nullable().optional(),
    description: z.string(),
    durationInMs: z.int().optional(),
    endsAt: DateTime,
    featured: z.boolean().optional(),
    guestEarlyJoinMinutes: minutes,
    hostEarlyJoinMinutes: minutes,
    id: CalendarID,
    imageId: FileID.nullable().optional(),
    imageUrl: z.string().nullable().optional(),
    interestedUserCount: z.int().optional(),
    isDraft: z.boolean().optional(),
    languages: z.array(LanguageCode).optional(),
    occurrenceKind: CalendarEventOccurrenceKind.optional(),
    ownerId: GroupID.optional(),
    platforms: z.array(CalendarEventPlatform).optional(),
    recurrence: CalendarEventRecurrence.optional(),
    roleIds: z.array(GroupRoleID).nullable().optional(),
    seriesId: z.string().nullable().optional(),
    startsAt: DateTime,
    tags: z.array(Tag).optional(),
    title: z.string().min(1),
    type: z.string().optional(),
    updatedAt: DateTime.optional(),
    userInterest: z
      .object({
        createdAt: DateTime.optional(),
        isFollowing: z.boolean().optional(),
        updatedAt: DateTime.optional(),
      })
      .optional(),
    usesInstanceOverflow: z.boolean().optional(),
  })
  .meta({ id: 'CalendarEvent' })
export type CalendarEvent = z.output<typeof CalendarEvent>

export const PaginatedCalendarEventList = z
  .object({ hasNext: z.boolean(), results: z.array(CalendarEvent), totalCount: z.int() })
  .partial()
  .meta({ id: 'PaginatedCalendarEventList' })
export type PaginatedCalendarEventList = z.output<typeof PaginatedCalendarEventList>

/** A page of discovery; `nextCursor` is empty after the last one. */
export const CalendarEventDiscovery = z
  .object({ nextCursor: z.string(), results: z.array(CalendarEvent) })
  .meta({ id: 'CalendarEventDiscovery' })

export const CalendarEventDiscoveryScope = z
  .enum(['all', 'live', 'upcoming'])
  .meta({ id: 'CalendarEventDiscoveryScope' })
export const CalendarEventDiscoveryInclusion = z
  .enum(['exclude', 'include', 'skip'])
  .meta({ id: 'CalendarEventDiscoveryInclusion' })
