import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../formats.ts'
import type { ProviderStateFragment, SpendingStateFragment } from '../../generated/graphql.ts'
import { graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { ownUrl } from '../ownUrl.ts'

const SET_TERMS = graphql(`
  mutation AcceptProviderTerms($input: UpdateProviderTosInput!) {
    updateProviderTos(input: $input) {
      viewer {
        ...SpendingState
        sellerEligibility {
          hasAcceptedTerms
          isEligible
        }
      }
    }
  }
`)

interface SpendingNoticesProps {
  readonly viewer: SpendingStateFragment
  readonly provider: ProviderStateFragment
}

/** What keeps the person from spending tokens, and what they can do about it; nothing if they can. */
export function SpendingNotices({ viewer, provider }: SpendingNoticesProps) {
  const { t, i18n } = useTranslation('wallet')
  const { isBlocked, hasAcceptedTerms } = viewer.economyAccount
  const { isOnline, plannedOfflineStart, plannedOfflineEnd } = provider
  const time = (at: string) => formatDateTime(i18n.language, at)
  // A pause that is over stays in the settings of the server.
  const isToCome = typeof plannedOfflineEnd === 'string' && new Date(plannedOfflineEnd).getTime() > Date.now()
  return (
    <Stack gap="sm" role="status">
      {isBlocked && (
        <Alert color="red" variant="light" title={t('notices.blocked')}>
          {t('notices.blockedText')}
        </Alert>
      )}
      {!isOnline && (
        <Alert color="yellow" variant="light" title={t('notices.offline')}>
          {isToCome ? t('notices.offlineUntil', { time: time(plannedOfflineEnd) }) : t('notices.offlineText')}
        </Alert>
      )}
      {isOnline && plannedOfflineStart && isToCome && (
        <Alert color="plaza" variant="light">
          {t('notices.planned', { start: time(plannedOfflineStart), end: time(plannedOfflineEnd) })}
        </Alert>
      )}
      {!hasAcceptedTerms && <TermsNotice termsUrl={provider.termsUrl} />}
    </Stack>
  )
}

function TermsNotice({ termsUrl }: { readonly termsUrl: string }) {
  const { t } = useTranslation('wallet')
  const terms = useAct(SET_TERMS)
  return (
    <Alert color="plaza" variant="light" title={t('terms.title')}>
      <Text size="sm">{t('terms.text')}</Text>
      <Group gap="md" mt="xs">
        <Button size="xs" loading={terms.isBusy} onClick={() => void terms.act({ input: { accepted: true } })}>
          {t('terms.accept')}
        </Button>
        <Anchor size="sm" href={ownUrl(termsUrl)} target="_blank" rel="noopener noreferrer">
          {t('terms.read')}
        </Anchor>
      </Group>
    </Alert>
  )
}
