import { Code, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { usePanel } from '../../../graph/hooks.ts'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_ACTS_UPON } from './documents.ts'

const reasonOf = (details: unknown): string | null => {
  const { reason } = { ...Object(details) }
  return typeof reason === 'string' ? reason : null
}

/** The last 50 acts of the staff upon a person or content, as far as the viewer may read them. */
export function ActsPanel({ subjectId }: { readonly subjectId: string }) {
  const { t } = useTranslation('console')
  const { data, refusal, reload } = usePanel(CONSOLE_ACTS_UPON, { subjectId })
  useRepeatedly(reload)
  const entries = data?.auditLog.edges.map(({ node }) => node) ?? []
  return (
    <Panel
      title={t('audit.acts')}
      isLoading={!data && !refusal}
      refusal={data ? null : refusal}
      onRetry={reload}
      empty={entries.length === 0 ? t('audit.noActs') : null}
    >
      <Stack component="ul" className="plainList" gap="xs">
        {entries.map(({ id, at, act, details, actor }) => (
          <Group component="li" key={id} gap="xs">
            <Code>{act.toLowerCase()}</Code>
            <Text size="sm">{actor?.displayName}</Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {reasonOf(details)}
            </Text>
            <Ago time={at} />
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}
