import { graphql } from '../../../generated/gql.ts'

export const SETTINGS_THEME = graphql(`
  fragment SettingsTheme on ProfileTheme {
    id
    name
    buttonColor
    iconColor
    subtextColor
    isWorn
  }
`)

export const SETTINGS_THEMES = graphql(`
  fragment SettingsThemes on Viewer {
    id
    profileThemes {
      id
      ...SettingsTheme
    }
    user {
      id
      displayName
      profile {
        themeColors {
          ...ThemeColors
        }
      }
    }
  }
`)

export const THEMES = graphql(`
  query SettingsThemeList {
    viewer {
      ...SettingsThemes
    }
  }
`)

export const THEME_CHANGES = graphql(`
  subscription SettingsThemeChanges($initial: Boolean) {
    viewerChanged(initial: $initial) {
      ...SettingsThemes
    }
  }
`)

export const CREATE_THEME = graphql(`
  mutation SettingsCreateTheme($input: CreateProfileThemeInput!) {
    createProfileTheme(input: $input) {
      theme {
        id
      }
      viewer {
        ...SettingsThemes
      }
    }
  }
`)

export const UPDATE_THEME = graphql(`
  mutation SettingsUpdateTheme($input: UpdateProfileThemeInput!) {
    updateProfileTheme(input: $input) {
      viewer {
        ...SettingsThemes
      }
    }
  }
`)

export const DELETE_THEME = graphql(`
  mutation SettingsDeleteTheme($input: DeleteProfileThemeInput!) {
    deleteProfileTheme(input: $input) {
      viewer {
        ...SettingsThemes
      }
    }
  }
`)

export const WEAR_THEME = graphql(`
  mutation SettingsWearTheme($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      viewer {
        ...SettingsThemes
      }
    }
  }
`)
