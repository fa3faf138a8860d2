#!/usr/bin/env node
import { runCommandLine } from './commandLine.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  print: console.log,
  printError: console.error,
})
