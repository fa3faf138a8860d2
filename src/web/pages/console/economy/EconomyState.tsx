import { Alert, Badge, SimpleGrid, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FactList } from '../../../components/FactList.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { RouteLink } from '../../../components/RouteLink.tsx'
import { formatDateTime } from '../../../formats.ts'
import type { ConsoleProviderQuery } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { LedgerCheck } from '../nodes/LedgerCheck.tsx'
import { CHARTS } from '../overview/charts.ts'
import { FigureChart } from '../overview/FigureChart.tsx'
import { rowsOf, useFigures } from '../overview/useFigures.ts'
import { CONSOLE_PROVIDER } from './documents.ts'

const CHART = CHARTS.filter(({ name }) => name === 'tokens')

/** How the economy is now: what was moved in a week, the payment provider, and the books. */
export function EconomyState() {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <MovedTokens />
      <Stack gap="md">
        <Provider />
        <LedgerCheck />
      </Stack>
    </SimpleGrid>
  )
}

function MovedTokens() {
  const { figures, refusal, reload } = useFigures(['TOKENS_MOVED'], 'week')
  const [chart] = CHART
  const { t } = useTranslation('operations')
  if (!chart) return null
  if (figures) return <FigureChart chart={chart} rows={rowsOf(figures)} isShort={false} />
  return (
    <Panel title={t('charts.tokens')} isLoading={!refusal} refusal={refusal} onRetry={reload}>
      {null}
    </Panel>
  )
}

function Provider() {
  const { t } = useTranslation('staffEconomy')
  const { data, refusal, reload } = usePanel(CONSOLE_PROVIDER, {})
  useRepeatedly(reload)
  return (
    <Panel
      title={t('provider.title')}
      aside={data && <Online isOnline={data.providerStatus.isOnline} />}
      isLoading={!data && !refusal}
      refusal={data ? null : refusal}
      onRetry={reload}
    >
      {data && <ProviderFacts provider={data} />}
    </Panel>
  )
}

function Online({ isOnline }: { readonly isOnline: boolean }) {
  const { t } = useTranslation('staffEconomy')
  return (
    <Badge variant="light" color={isOnline ? 'green' : 'red'}>
      {isOnline ? t('provider.online') : t('provider.offline')}
    </Badge>
  )
}

function ProviderFacts({ provider: { providerStatus, failed } }: { readonly provider: ConsoleProviderQuery }) {
  const { t, i18n } = useTranslation('staffEconomy')
  const { plannedOfflineStart: start, plannedOfflineEnd: end, termsVersion, termsUrl } = providerStatus
  // A pause that is over stays written down.
  const isPlanned = Boolean(end && Date.parse(end) > Date.now())
  const timeOf = (time: string | null | undefined) => (time ? formatDateTime(i18n.language, time) : t('provider.open'))
  return (
    <>
      {failed.totalCount > 0 && (
        <Alert color="red" variant="light" title={t('provider.failed', { count: failed.totalCount })}>
          <RouteLink to="/console/economy" search={{ tab: 'events', events: 'FAILED' }} size="sm" c="inherit" inherit>
            {t('provider.toFailed')}
          </RouteLink>
        </Alert>
      )}
      <FactList
        facts={[
          [
            t('provider.pause'),
            isPlanned ? t('provider.span', { start: timeOf(start), end: timeOf(end) }) : t('provider.none'),
          ],
          [
            t('provider.terms'),
            <Text key="terms" component="a" href={termsUrl} target="_blank" rel="noreferrer" size="sm" td="underline">
              {termsVersion}
            </Text>,
          ],
        ]}
      />
    </>
  )
}
