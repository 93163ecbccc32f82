import arFile from '#domain/passwords/data/languages/ar.bin' with { type: 'file' }
import bgFile from '#domain/passwords/data/languages/bg.bin' with { type: 'file' }
import bnFile from '#domain/passwords/data/languages/bn.bin' with { type: 'file' }
import csFile from '#domain/passwords/data/languages/cs.bin' with { type: 'file' }
import daFile from '#domain/passwords/data/languages/da.bin' with { type: 'file' }
import deFile from '#domain/passwords/data/languages/de.bin' with { type: 'file' }
import elFile from '#domain/passwords/data/languages/el.bin' with { type: 'file' }
import enFile from '#domain/passwords/data/languages/en.bin' with { type: 'file' }
import esFile from '#domain/passwords/data/languages/es.bin' with { type: 'file' }
import faFile from '#domain/passwords/data/languages/fa.bin' with { type: 'file' }
import fiFile from '#domain/passwords/data/languages/fi.bin' with { type: 'file' }
import frFile from '#domain/passwords/data/languages/fr.bin' with { type: 'file' }
import heFile from '#domain/passwords/data/languages/he.bin' with { type: 'file' }
import hiFile from '#domain/passwords/data/languages/hi.bin' with { type: 'file' }
import hrFile from '#domain/passwords/data/languages/hr.bin' with { type: 'file' }
import huFile from '#domain/passwords/data/languages/hu.bin' with { type: 'file' }
import hyFile from '#domain/passwords/data/languages/hy.bin' with { type: 'file' }
import idFile from '#domain/passwords/data/languages/id.bin' with { type: 'file' }
import itFile from '#domain/passwords/data/languages/it.bin' with { type: 'file' }
import jaFile from '#domain/passwords/data/languages/ja.bin' with { type: 'file' }
import kaFile from '#domain/passwords/data/languages/ka.bin' with { type: 'file' }
import koFile from '#domain/passwords/data/languages/ko.bin' with { type: 'file' }
import lvFile from '#domain/passwords/data/languages/lv.bin' with { type: 'file' }
import mkFile from '#domain/passwords/data/languages/mk.bin' with { type: 'file' }
import nbFile from '#domain/passwords/data/languages/nb.bin' with { type: 'file' }
import nlFile from '#domain/passwords/data/languages/nl.bin' with { type: 'file' }
import plFile from '#domain/passwords/data/languages/pl.bin' with { type: 'file' }
import ptFile from '#domain/passwords/data/languages/pt.bin' with { type: 'file' }
import roFile from '#domain/passwords/data/languages/ro.bin' with { type: 'file' }
import ruFile from '#domain/passwords/data/languages/ru.bin' with { type: 'file' }
import skFile from '#domain/passwords/data/languages/sk.bin' with { type: 'file' }
import slFile from '#domain/passwords/data/languages/sl.bin' with { type: 'file' }
import srFile from '#domain/passwords/data/languages/sr.bin' with { type: 'file' }
import svFile from '#domain/passwords/data/languages/sv.bin' with { type: 'file' }
import taFile from '#domain/passwords/data/languages/ta.bin' with { type: 'file' }
import thFile from '#domain/passwords/data/languages/th.bin' with { type: 'file' }
import trFile from '#domain/passwords/data/languages/tr.bin' with { type: 'file' }
import ukFile from '#domain/passwords/data/languages/uk.bin' with { type: 'file' }
import urFile from '#domain/passwords/data/languages/ur.bin' with { type: 'file' }
import viFile from '#domain/passwords/data/languages/vi.bin' with { type: 'file' }
import zhFile from '#domain/passwords/data/languages/zh.bin' with { type: 'file' }

export const LANGUAGE_FILES = [
  arFile,
  bgFile,
  bnFile,
  csFile,
  daFile,
  deFile,
  elFile,
  enFile,
  esFile,
  faFile,
  fiFile,
  frFile,
  heFile,
  hiFile,
  hrFile,
  huFile,
  hyFile,
  idFile,
  itFile,
  jaFile,
  kaFile,
  koFile,
  lvFile,
  mkFile,
  nbFile,
  nlFile,
  plFile,
  ptFile,
  roFile,
  ruFile,
  skFile,
  slFile,
  srFile,
  svFile,
  taFile,
  thFile,
  trFile,
  ukFile,
  urFile,
  viFile,
  zhFile,
]
