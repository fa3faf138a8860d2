import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { Panel } from '../../components/Panel.tsx'
import { formatBytes } from '../../formats.ts'
import { usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { DELETE_OWN_DATA, OWN_DATA } from './documents.ts'

/** What the world has stored about the viewer, who can delete it. */
export function PersistencePanel({ worldId }: { readonly worldId: string }) {
  const { t, i18n } = useTranslation(['ownWorlds', 'common'])
  const { data, refusal, reload } = usePanel(OWN_DATA, { worldId })
  const deletion = useAct(DELETE_OWN_DATA)
  const stored = data?.world?.persistence ?? null
  const size = new Blob([JSON.stringify(stored)]).size
  const remove = async () => {
    const texts = { title: t('data.askTitle'), text: t('data.askText') }
    if (!(await askFirst({ ...texts, confirm: t('data.submit'), cancel: t('common:cancel') }))) return
    if (await deletion.act({ input: { worldId } })) notifications.show({ message: t('data.done') })
  }
  return (
    <Panel
      title={t('data.title')}
      isLoading={!data && !refusal}
      refusal={refusal}
      onRetry={reload}
      empty={stored === null && t('data.none')}
    >
      <Stack gap="sm">
        <Text size="sm">{t('data.text', { size: formatBytes(i18n.language, size) })}</Text>
        <Group>
          <Button size="xs" color="red" variant="light" loading={deletion.isBusy} onClick={() => void remove()}>
            {t('data.start')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}
