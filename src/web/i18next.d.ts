import type common from './texts/en/common.json'
import type home from './texts/en/home.json'
import type notifications from './texts/en/notifications.json'
import type people from './texts/en/people.json'
import type person from './texts/en/person.json'
import type places from './texts/en/places.json'
import type refusals from './texts/en/refusals.json'
import type report from './texts/en/report.json'
import type search from './texts/en/search.json'
import type settings from './texts/en/settings.json'
import type signIn from './texts/en/signIn.json'
import type worlds from './texts/en/worlds.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      common: typeof common
      home: typeof home
      notifications: typeof notifications
      people: typeof people
      person: typeof person
      places: typeof places
      refusals: typeof refusals
      report: typeof report
      search: typeof search
      settings: typeof settings
      signIn: typeof signIn
      worlds: typeof worlds
    }
  }
}
