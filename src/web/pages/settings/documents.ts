import { graphql } from '../../generated/gql.ts'

/** The result has what the panels of the settings show, so that they need not wait for the live change. */
export const UPDATE_ACCOUNT = graphql(`
  mutation SettingsUpdateAccount($input: UpdateAccountInput!) {
    updateAccount(input: $input) {
      viewer {
        ...SettingsAccount
        ...SettingsPrivacy
        user {
          ...SettingsName
        }
      }
    }
  }
`)
