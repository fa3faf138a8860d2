import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog that is open while it is rendered. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened title={title} onClose={onClose} closeButtonProps={{ 'aria-label': t('close') }}>
      {children}
    </Modal>
  )
}
