import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'

export const CalendarEventKind = enumOf('CalendarEventKind', 'What an event is.', {
  single: 'An event that takes place once.',
  series: 'The rule by which events repeat. It is in no list; its dates are.',
  occurrence: 'One date of a series.',
})

export const CalendarEventAccess = enumOf('CalendarEventAccess', 'Who sees a published event.', {
  public: 'Everybody.',
  group: 'Members of the group, or those of them who hold one of its roles.',
})

export const CalendarEventCategory = enumOf('CalendarEventCategory', 'What an event is about.', {
  arts: 'Arts.',
  avatars: 'Avatars.',
  dance: 'Dance.',
  education: 'Education.',
  exploration: 'Exploration of worlds.',
  film_media: 'Films and other media.',
  gaming: 'Games.',
  hangout: 'Meeting people.',
  music: 'Music.',
  other: 'Anything else.',
  performance: 'Performances.',
  roleplaying: 'Role-playing.',
  wellness: 'Wellness.',
})

export const CalendarEventPlatform = enumOf(
  'CalendarEventPlatform',
  'A platform on which an event can be attended.',
  {
    android: 'Android.',
    ios: 'iOS.',
    standalonewindows: 'Windows.',
  },
  { standalonewindows: 'WINDOWS' },
)

export const CalendarFrequency = enumOf('CalendarFrequency', 'The unit in which a series repeats.', {
  daily: 'Days.',
  weekly: 'Weeks, which begin on Monday.',
  monthly: 'Months, on the same day; months without it are passed over.',
  yearly: 'Years, on the same day.',
})

export const Weekday = enumOf(
  'Weekday',
  'A day of the week.',
  {
    MO: 'Monday.',
    TU: 'Tuesday.',
    WE: 'Wednesday.',
    TH: 'Thursday.',
    FR: 'Friday.',
    SA: 'Saturday.',
    SU: 'Sunday.',
  },
  { MO: 'MONDAY', TU: 'TUESDAY', WE: 'WEDNESDAY', TH: 'THURSDAY', FR: 'FRIDAY', SA: 'SATURDAY', SU: 'SUNDAY' },
)
