import { graphql } from '../../generated/gql.ts'

export const SIGN_IN_STATE = graphql(`
  query SignInState {
    session {
      id
      pendingFactors
    }
    viewer {
      id
    }
    serverInfo {
      isRegistrationOpen
      termsVersion
    }
    setup {
      needsFirstAdmin
      demoLogins {
        username
        password
      }
    }
  }
`)

export const SETUP_STEPS = graphql(`
  query SetupSteps {
    setup {
      steps {
        kind
        isDone
      }
    }
  }
`)

export const CREATE_FIRST_ADMIN = graphql(`
  mutation CreateFirstAdmin($input: CreateFirstAdminInput!) {
    createFirstAdmin(input: $input) {
      session {
        id
      }
    }
  }
`)

export const SIGN_IN = graphql(`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) {
      session {
        id
        pendingFactors
      }
    }
  }
`)

export const VERIFY_2FA = graphql(`
  mutation Verify2FA($input: Verify2FAInput!) {
    verify2FA(input: $input) {
      session {
        id
        pendingFactors
      }
    }
  }
`)

export const VERIFY_RECOVERY_CODE = graphql(`
  mutation VerifyRecoveryCode($input: VerifyRecoveryCodeInput!) {
    verifyRecoveryCode(input: $input) {
      session {
        id
        pendingFactors
      }
    }
  }
`)

export const VERIFY_2FA_EMAIL_CODE = graphql(`
  mutation Verify2FAEmailCode($input: Verify2FAEmailCodeInput!) {
    verify2FAEmailCode(input: $input) {
      session {
        id
        pendingFactors
      }
    }
  }
`)

export const LOGOUT = graphql(`
  mutation Logout($input: LogoutInput!) {
    logout(input: $input) {
      deletedSessionId
    }
  }
`)

export const REGISTER_USER_ACCOUNT = graphql(`
  mutation RegisterUserAccount($input: RegisterUserAccountInput!) {
    registerUserAccount(input: $input) {
      session {
        id
        pendingFactors
      }
    }
  }
`)

export const REQUEST_PASSWORD_RESET = graphql(`
  mutation RequestPasswordReset($input: RequestPasswordResetInput!) {
    requestPasswordReset(input: $input) {
      session {
        id
      }
    }
  }
`)

export const RESET_PASSWORD = graphql(`
  mutation ResetPassword($input: ResetPasswordInput!) {
    resetPassword(input: $input) {
      session {
        id
      }
    }
  }
`)

export const APPEAL_SUSPENSION = graphql(`
  mutation AppealSuspension($input: AppealInput!) {
    appeal(input: $input) {
      appeal {
        id
      }
    }
  }
`)
