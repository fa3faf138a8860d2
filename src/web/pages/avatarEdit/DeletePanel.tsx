import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useAct } from '../../graph/useAct.ts'
import { useForget } from '../../graph/useForget.ts'
import { DELETE_AVATAR } from './documents.ts'

interface DeletePanelProps {
  readonly avatarId: string
  readonly name: string
}

/** Deletes an avatar for good, which is asked first. */
export function DeletePanel({ avatarId, name }: DeletePanelProps) {
  const { t } = useTranslation(['avatars', 'common'])
  const navigate = useNavigate()
  const removal = useAct(DELETE_AVATAR)
  const forget = useForget('Avatar')
  const remove = async () => {
    const question = { title: t('delete.question', { name }), text: t('delete.lost') }
    if (!(await askFirst({ ...question, confirm: t('delete.act'), cancel: t('common:cancel') }))) return
    const done = await removal.act({ input: { avatarId } })
    if (!done) return
    notifications.show({ message: t('delete.done', { name }) })
    await navigate({ to: '/avatars', search: { list: 'own' } })
    forget(done.deleteAvatar.deletedAvatarId)
  }
  return (
    <Panel title={t('delete.title')}>
      <Text size="sm">{t('delete.text')}</Text>
      <Group>
        <Button color="red" variant="light" loading={removal.isBusy} onClick={() => void remove()}>
          {t('delete.act')}
        </Button>
      </Group>
    </Panel>
  )
}
