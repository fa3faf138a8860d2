import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { Panel } from '../../components/Panel.tsx'
import type { WorldEditFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useForget } from '../../graph/useForget.ts'
import { DELETE_WORLD } from './documents.ts'

/** The end of a world. */
export function DeletionPanel({ world: { id, name, viewerCanDelete } }: { readonly world: WorldEditFragment }) {
  const { t } = useTranslation(['ownWorlds', 'common'])
  const deletion = useAct(DELETE_WORLD)
  const navigate = useNavigate()
  const forget = useForget('World')
  const remove = async () => {
    const texts = { title: t('deletion.askTitle', { name }), text: t('deletion.askText') }
    if (!(await askFirst({ ...texts, confirm: t('deletion.submit'), cancel: t('common:cancel') }))) return
    if (!(await deletion.act({ input: { worldId: id } }))) return
    await navigate({ to: '/worlds', search: { list: 'own' } })
    forget(id)
    notifications.show({ message: t('deletion.done', { name }) })
  }
  return (
    <Panel title={t('deletion.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('deletion.text')}</Text>
        {viewerCanDelete && (
          <Group>
            <Button color="red" variant="light" loading={deletion.isBusy} onClick={() => void remove()}>
              {t('deletion.start')}
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  )
}
