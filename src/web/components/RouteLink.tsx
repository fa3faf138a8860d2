import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, forwardRef } from 'react'

type Attributes = Omit<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  keyof AnchorProps | keyof ButtonProps | keyof NavLinkProps
>

/** A link to a page of the UI. One that looks like the text that it stands in is underlined: its color alone is not enough. */
export const RouteLink = createLink(
  forwardRef<HTMLAnchorElement, AnchorProps & Attributes>((props, ref) => (
    <Anchor ref={ref} underline={props.inherit ? 'always' : 'hover'} {...props} />
  )),
)

/** A link to a page of the UI that looks like a button. */
export const RouteButton = createLink(
  forwardRef<HTMLAnchorElement, ButtonProps & Attributes>((props, ref) => (
    <Button component="a" ref={ref} {...props} />
  )),
)

/** A link to a page of the UI in a menu. */
export const RouteNavLink = createLink(
  forwardRef<HTMLAnchorElement, NavLinkProps & Attributes>((props, ref) => <NavLink ref={ref} {...props} />),
)
