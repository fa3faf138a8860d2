import type avatars from './texts/en/avatars.json'
import type broadcasts from './texts/en/broadcasts.json'
import type calendar from './texts/en/calendar.json'
import type common from './texts/en/common.json'
import type configuration from './texts/en/configuration.json'
import type console from './texts/en/console.json'
import type favorites from './texts/en/favorites.json'
import type files from './texts/en/files.json'
import type groupManage from './texts/en/groupManage.json'
import type groups from './texts/en/groups.json'
import type home from './texts/en/home.json'
import type instances from './texts/en/instances.json'
import type inventory from './texts/en/inventory.json'
import type jams from './texts/en/jams.json'
import type notifications from './texts/en/notifications.json'
import type operations from './texts/en/operations.json'
import type ownWorlds from './texts/en/ownWorlds.json'
import type people from './texts/en/people.json'
import type person from './texts/en/person.json'
import type places from './texts/en/places.json'
import type props from './texts/en/props.json'
import type refusals from './texts/en/refusals.json'
import type report from './texts/en/report.json'
import type search from './texts/en/search.json'
import type selling from './texts/en/selling.json'
import type settings from './texts/en/settings.json'
import type signIn from './texts/en/signIn.json'
import type staffAssets from './texts/en/staffAssets.json'
import type staffCatalogue from './texts/en/staffCatalogue.json'
import type staffContent from './texts/en/staffContent.json'
import type staffEconomy from './texts/en/staffEconomy.json'
import type staffJams from './texts/en/staffJams.json'
import type staffPeople from './texts/en/staffPeople.json'
import type stores from './texts/en/stores.json'
import type uploads from './texts/en/uploads.json'
import type wallet from './texts/en/wallet.json'
import type worlds from './texts/en/worlds.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      avatars: typeof avatars
      broadcasts: typeof broadcasts
      calendar: typeof calendar
      common: typeof common
      configuration: typeof configuration
      console: typeof console
      favorites: typeof favorites
      files: typeof files
      groupManage: typeof groupManage
      groups: typeof groups
      home: typeof home
      instances: typeof instances
      inventory: typeof inventory
      jams: typeof jams
      notifications: typeof notifications
      operations: typeof operations
      ownWorlds: typeof ownWorlds
      people: typeof people
      person: typeof person
      places: typeof places
      props: typeof props
      refusals: typeof refusals
      report: typeof report
      search: typeof search
      selling: typeof selling
      settings: typeof settings
      signIn: typeof signIn
      staffCatalogue: typeof staffCatalogue
      staffEconomy: typeof staffEconomy
      staffJams: typeof staffJams
      staffAssets: typeof staffAssets
      staffContent: typeof staffContent
      staffPeople: typeof staffPeople
      stores: typeof stores
      uploads: typeof uploads
      wallet: typeof wallet
      worlds: typeof worlds
    }
  }
}
