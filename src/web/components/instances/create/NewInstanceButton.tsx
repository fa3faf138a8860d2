import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDoorEnter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NewInstanceDialog } from './NewInstanceDialog.tsx'

interface NewInstanceButtonProps {
  readonly worldId: string
  readonly worldName: string
}

/** Opens the form for a new instance of a world. */
export function NewInstanceButton({ worldId, worldName }: NewInstanceButtonProps) {
  const { t } = useTranslation('instances')
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Button leftSection={<IconDoorEnter size={18} aria-hidden />} onClick={dialog.open}>
        {t('create.open')}
      </Button>
      {isOpen && <NewInstanceDialog worldId={worldId} worldName={worldName} onClose={dialog.close} />}
    </>
  )
}
