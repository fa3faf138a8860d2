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
  subscription SettingsAccountChanges($initial: Boolean) {
    viewerChanged(initial: $initial) {
      ...SettingsAccount
    }
  }
`)

export const DATA_EXPORT = graphql(`
  fragment SettingsDataExport on Viewer {
    id
    dataExport {
      state
      requestedAt
      expiresAt
      sizeInBytes
      url
    }
  }
`)

export const OWN_DATA_EXPORT = graphql(`
  query SettingsOwnDataExport {
    viewer {
      ...SettingsDataExport
    }
  }
`)

export const DATA_EXPORT_CHANGES = graphql(`
  subscription SettingsDataExportChanges($initial: Boolean) {
    viewerChanged(initial: $initial) {
      ...SettingsDataExport
    }
  }
`)

export const REQUEST_DATA_EXPORT = graphql(`
  mutation SettingsRequestDataExport {
    requestDataExport(input: {}) {
      viewer {
        ...SettingsDataExport
      }
    }
  }
`)
