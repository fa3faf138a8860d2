import { graphql } from '../../../generated/index.ts'

export const CONFIG_MEMBERS = graphql(`
  query ConsoleConfigMembers {
    configMembers {
      key
      kind
      value
      defaultValue
      isDefault
      updatedAt
    }
  }
`)

export const SET_CONFIG_ENTRY = graphql(`
  mutation ConsoleSetConfigEntry($input: SetConfigEntryInput!) {
    setConfigEntry(input: $input) {
      configEntry {
        key
        value
        updatedAt
      }
    }
  }
`)

export const FRONTEND_ASSETS = graphql(`
  query ConsoleFrontendAssets {
    frontendAssets {
      kind
      variant
      branch
      characterCount
      updatedAt
    }
  }
`)

export const SET_FRONTEND_ASSET = graphql(`
  mutation ConsoleSetFrontendAsset($input: SetFrontendAssetInput!) {
    setFrontendAsset(input: $input) {
      frontendAsset {
        kind
        variant
        branch
        characterCount
        updatedAt
      }
    }
  }
`)
