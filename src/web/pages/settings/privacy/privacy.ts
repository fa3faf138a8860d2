import type { ContentFilter, SettingsPrivacyFragment, UpdateAccountInput } from '../../../generated/graphql.ts'
import { graphql } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'

export const SETTINGS_PRIVACY = graphql(`
  fragment SettingsPrivacy on Viewer {
    id
    isBoopingEnabled
    hasSharedConnectionsOptOut
    hasDiscordFriendsOptOut
    isUnsubscribed
    contentFilters
    user {
      id
      allowsAvatarCopying
    }
  }
`)

const UPDATE_PRIVACY = graphql(`
  mutation SettingsUpdatePrivacy($input: UpdateAccountInput!) {
    updateAccount(input: $input) {
      viewer {
        ...SettingsPrivacy
      }
    }
  }
`)

export const CONTENT_FILTERS = ['ADULT', 'SEX', 'VIOLENCE', 'GORE', 'HORROR'] as const satisfies ContentFilter[]

type PrivacyChange = Pick<UpdateAccountInput, 'contentFilters'> & Partial<Omit<SettingsPrivacyFragment, 'id' | 'user'>>

export type UpdatePrivacy = (viewer: SettingsPrivacyFragment, change: PrivacyChange) => Promise<unknown>

/**
 * Changes switches of the account, one after another in the order of the clicks; the page shows each change before the
 * server has answered. All switches of a page share one.
 */
export function useUpdatePrivacy(): UpdatePrivacy {
  const update = useAct(UPDATE_PRIVACY, { isQueued: true })
  return (viewer, change) =>
    update.act({ input: change }, (cache) => {
      const fields = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, () => value]))
      cache.modify({ id: `Viewer:${viewer.id}`, fields })
    })
}
