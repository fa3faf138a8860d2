import { graphql } from '../../../generated/gql.ts'

export const SETTINGS_ACCOUNT = graphql(`
  fragment SettingsAccount on Viewer {
    id
    username
    email
    isEmailVerified
    pendingEmail
  }
`)

export const ACCOUNT = graphql(`
  query SettingsAccountNames {
    viewer {
      ...SettingsAccount
    }
  }
`)

export const ACCOUNT_CHANGES = graphql(`
  subscription SettingsAccountChanges {
    viewerChanged {
      ...SettingsAccount
    }
  }
`)
