import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/Panel.tsx'
import { formatDateTime } from '../../formats.ts'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { JAM_OWN_ENTRIES } from './documents.ts'
import { EnterDialog } from './EnterDialog.tsx'
import { OwnEntryRow } from './OwnEntryRow.tsx'

/** What the viewer has entered, and may still enter. */
export function OwnEntriesPanel({ jam }: { readonly jam: FragmentType<typeof JAM_OWN_ENTRIES> }) {
  const { t, i18n } = useTranslation('jams')
  const data = getFragmentData(JAM_OWN_ENTRIES, jam)
  const [isOpen, dialog] = useDisclosure(false)
  const { type, state, viewerCanSubmit, isContentGated, contentGateDate, viewerSubmissions } = data
  const entries = viewerSubmissions.edges
  return (
    <Panel title={t('own.title')}>
      {entries.length === 0 && <Text size="sm">{t(`own.empty.${state}`)}</Text>}
      {state === 'SUBMISSIONS_OPEN' && (
        <Text size="sm" c="dimmed">
          {t(`own.rule.${type}`)}
          {isContentGated &&
            contentGateDate &&
            ` ${t('own.gate', { time: formatDateTime(i18n.language, contentGateDate) })}`}
        </Text>
      )}
      <Stack component="ul" className="plainList" gap="sm">
        {entries.map(({ node }) => (
          <li key={node.id}>
            <OwnEntryRow jamId={data.id} entry={node} canEdit={state === 'SUBMISSIONS_OPEN'} />
          </li>
        ))}
      </Stack>
      {viewerCanSubmit && (
        <div>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.open}>
            {t(`own.enter.${type}`)}
          </Button>
        </div>
      )}
      {isOpen && <EnterDialog jam={data} onClose={dialog.close} />}
    </Panel>
  )
}
