import { graphql } from '../../../generated/gql.ts'

export const SETTINGS_SECOND_FACTOR = graphql(`
  fragment SettingsSecondFactor on Viewer {
    id
    twoFactorEnabledAt
  }
`)

export const SECOND_FACTOR = graphql(`
  query SettingsSecondFactorState {
    viewer {
      ...SettingsSecondFactor
    }
  }
`)

export const SECOND_FACTOR_CHANGES = graphql(`
  subscription SettingsSecondFactorChanges($initial: Boolean) {
    viewerChanged(initial: $initial) {
      ...SettingsSecondFactor
    }
  }
`)

export const ENABLE_2FA = graphql(`
  mutation SettingsEnable2FA {
    enable2FA(input: {}) {
      pendingSecondFactor {
        qrCodeDataUrl
        secret
      }
    }
  }
`)

export const VERIFY_PENDING_2FA = graphql(`
  mutation SettingsVerifyPending2FA($input: VerifyPending2FAInput!) {
    verifyPending2FA(input: $input) {
      viewer {
        ...SettingsSecondFactor
      }
    }
  }
`)

export const CANCEL_PENDING_2FA = graphql(`
  mutation SettingsCancelPending2FA {
    cancelPending2FA(input: {}) {
      viewer {
        ...SettingsSecondFactor
      }
    }
  }
`)

export const DISABLE_2FA = graphql(`
  mutation SettingsDisable2FA {
    disable2FA(input: {}) {
      viewer {
        ...SettingsSecondFactor
      }
    }
  }
`)

export const RECOVERY_CODES = graphql(`
  query SettingsRecoveryCodes {
    viewer {
      id
      recoveryCodes {
        code
        isUsed
      }
    }
  }
`)
