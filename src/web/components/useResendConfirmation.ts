import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { graphql } from '../generated/gql.ts'
import { useAct } from '../graph/useAct.ts'

const RESEND_EMAIL_CONFIRMATION = graphql(`
  mutation ResendEmailConfirmation($input: ResendEmailConfirmationInput!) {
    resendEmailConfirmation(input: $input) {
      viewer {
        id
      }
    }
  }
`)

/** Mails the link again that confirms the address. */
export function useResendConfirmation(): { readonly send: () => Promise<void>; readonly isBusy: boolean } {
  const { t } = useTranslation()
  const { act, isBusy } = useAct(RESEND_EMAIL_CONFIRMATION)
  const send = async () => {
    if (await act({ input: {} })) notifications.show({ message: t('banners.mailSent') })
  }
  return { send, isBusy }
}
