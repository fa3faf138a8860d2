import { builder } from '../../../edges/graphql/builder.ts'

export const CalendarEventKind = builder.enumType('CalendarEventKind', {
  description: 'What an event is.',
  values: {
    SINGLE: { value: 'single', description: 'An event that takes place once.' },
    SERIES: { value: 'series', description: 'The rule by which events repeat. It is in no list; its dates are.' },
    OCCURRENCE: { value: 'occurrence', description: 'One date of a series.' },
  } as const,
})

export const CalendarEventAccess = builder.enumType('CalendarEventAccess', {
  description: 'Who sees a published event.',
  values: {
    PUBLIC: { value: 'public', description: 'Everybody.' },
    GROUP: { value: 'group', description: 'Members of the group, or those of them who hold one of its roles.' },
  } as const,
})

export const CalendarEventCategory = builder.enumType('CalendarEventCategory', {
  description: 'What an event is about.',
  values: {
    ARTS: { value: 'arts', description: 'Arts.' },
    AVATARS: { value: 'avatars', description: 'Avatars.' },
    DANCE: { value: 'dance', description: 'Dance.' },
    EDUCATION: { value: 'education', description: 'Education.' },
    EXPLORATION: { value: 'exploration', description: 'Exploration of worlds.' },
    FILM_MEDIA: { value: 'film_media', description: 'Films and other media.' },
    GAMING: { value: 'gaming', description: 'Games.' },
    HANGOUT: { value: 'hangout', description: 'Meeting people.' },
    MUSIC: { value: 'music', description: 'Music.' },
    OTHER: { value: 'other', description: 'Anything else.' },
    PERFORMANCE: { value: 'performance', description: 'Performances.' },
    ROLEPLAYING: { value: 'roleplaying', description: 'Role-playing.' },
    WELLNESS: { value: 'wellness', description: 'Wellness.' },
  } as const,
})

export const CalendarEventPlatform = builder.enumType('CalendarEventPlatform', {
  description: 'A platform on which an event can be attended.',
  values: {
    ANDROID: { value: 'android', description: 'Android.' },
    IOS: { value: 'ios', description: 'iOS.' },
    WINDOWS: { value: 'standalonewindows', description: 'Windows.' },
  } as const,
})

export const CalendarFrequency = builder.enumType('CalendarFrequency', {
  description: 'The unit in which a series repeats.',
  values: {
    DAILY: { value: 'daily', description: 'Days.' },
    WEEKLY: { value: 'weekly', description: 'Weeks, which begin on Monday.' },
    MONTHLY: { value: 'monthly', description: 'Months, on the same day; months without it are passed over.' },
    YEARLY: { value: 'yearly', description: 'Years, on the same day.' },
  } as const,
})

export const Weekday = builder.enumType('Weekday', {
  description: 'A day of the week.',
  values: {
    MONDAY: { value: 'MO', description: 'Monday.' },
    TUESDAY: { value: 'TU', description: 'Tuesday.' },
    WEDNESDAY: { value: 'WE', description: 'Wednesday.' },
    THURSDAY: { value: 'TH', description: 'Thursday.' },
    FRIDAY: { value: 'FR', description: 'Friday.' },
    SATURDAY: { value: 'SA', description: 'Saturday.' },
    SUNDAY: { value: 'SU', description: 'Sunday.' },
  } as const,
})
