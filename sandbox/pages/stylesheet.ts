/** One sheet for every page of the sandbox; follows the reader's light or dark setting. */
export const stylesheet = `
:root{color-scheme:light dark;--paper:#f6f5f1;--card:#fff;--ink:#1d2430;--quiet:#5b6472;--line:#dcdad2;--top:#ffe15a;--top-ink:#2b2b18;
--accent:#1f5fd6;--accent-ink:#fff;--good:#0b7a45;--good-bg:#e2f5ea;--bad:#b3261e;--bad-bg:#fdeceb;--wait:#7a5200;--wait-bg:#fff1d0;--radius:10px}
@media (prefers-color-scheme:dark){:root{--paper:#14171c;--card:#1e232b;--ink:#e8eaee;--quiet:#a3acba;--line:#343b47;--top:#2a2d1c;--top-ink:#f7e48c;
--accent:#7fb0ff;--accent-ink:#0c1526;--good:#6fd6a0;--good-bg:#14301f;--bad:#ff9b93;--bad-bg:#3a1a18;--wait:#ffd27a;--wait-bg:#3a2c0d}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;min-height:100vh;display:flex;flex-direction:column}
main{width:100%;max-width:1180px;margin:0 auto;padding:20px 16px 40px;flex:1}
a{color:var(--accent);text-underline-offset:2px}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 12px}h2{font-size:1.1rem;margin:0 0 10px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--card);padding:8px 12px;z-index:2}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.top{background:var(--top);color:var(--top-ink);display:flex;flex-wrap:wrap;gap:8px 20px;align-items:center;padding:10px 16px}
.top a{color:inherit}.brand{font-weight:700;font-size:1.1rem;text-decoration:none}.mark{color:var(--accent)}
.top nav{display:flex;gap:4px}.top nav a{padding:4px 10px;border-radius:999px;text-decoration:none}
.top nav a[aria-current]{background:var(--top-ink);color:var(--top)}
.visitor{margin-left:auto;display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;font-size:.9rem}
.visitor form{display:flex;gap:6px;align-items:center}
.foot{padding:16px;text-align:center;color:var(--quiet);font-size:.85rem;border-top:1px solid var(--line)}
.card{background:var(--card);border:1px solid var(--line);border-radius:var(--radius);padding:18px;margin:0 0 16px}
.narrow{max-width:520px;margin:24px auto}
.quiet{color:var(--quiet);margin:0;font-size:.9rem}.good{color:var(--good);margin:0;font-weight:600}
.empty{padding:48px 16px;text-align:center;color:var(--quiet);background:var(--card);border:1px dashed var(--line);border-radius:var(--radius)}
.notice{padding:12px 16px;border-radius:var(--radius);background:var(--wait-bg);color:var(--wait);margin:0 0 16px}
.notice.good{background:var(--good-bg);color:var(--good)}.notice.bad{background:var(--bad-bg);color:var(--bad)}
button,select,input,textarea{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:8px 12px;min-height:40px}
textarea{width:100%;font-family:ui-monospace,monospace;font-size:.85rem}
button{cursor:pointer;font-weight:600}button:hover{border-color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.primary{background:var(--accent);color:var(--accent-ink);border-color:var(--accent)}
.danger{color:var(--bad);border-color:var(--bad);background:none}
.visitor select,.visitor button{min-height:34px;padding:4px 8px;background:var(--card);color:var(--ink)}
.actions{display:flex;flex-wrap:wrap;gap:10px;margin-top:14px}
fieldset{border:0;padding:0;margin:0 0 12px}legend{font-weight:600;margin-bottom:8px;padding:0}
.choice{display:flex;gap:12px;align-items:center;border:1px solid var(--line);border-radius:8px;padding:10px 12px;margin-bottom:8px;cursor:pointer}
.choice small{display:block;color:var(--quiet)}.choice:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.choice input{min-height:0}
.search,.filter{display:flex;flex-wrap:wrap;gap:10px;margin-bottom:18px;align-items:end}.grow{flex:1 1 220px}.search input{width:100%}.filter label{display:flex;gap:8px;align-items:center}
.products{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(200px,1fr));gap:14px}
.product a{display:flex;flex-direction:column;height:100%;background:var(--card);border:1px solid var(--line);border-radius:var(--radius);overflow:hidden;color:inherit;text-decoration:none}
.product a:hover{border-color:var(--accent)}.product .text{padding:12px}.product h2{font-size:.98rem;font-weight:500;margin:0 0 6px}
.photo{aspect-ratio:1;background:#fff;display:grid;place-items:center;overflow:hidden}.photo img{width:100%;height:100%;object-fit:contain}
.photo.big{border:1px solid var(--line);border-radius:var(--radius)}.photo.tiny{width:48px;border-radius:6px;flex:none}
.thumbs{display:grid;grid-template-columns:repeat(5,1fr);gap:8px;margin-top:8px}.thumbs .photo{border:1px solid var(--line);border-radius:6px}
.no-photo{display:grid;place-items:center;width:100%;height:100%;font-size:3rem;color:#8a8f98;background:#eceae4;text-transform:uppercase}
.tiny .no-photo{font-size:1.2rem}
.price{font-size:1.25rem;margin:0;font-weight:600}.price.big{font-size:2rem}
.trail{font-size:.85rem;margin-bottom:12px;color:var(--quiet)}
.item{display:grid;grid-template-columns:minmax(0,1.1fr) minmax(0,1fr);gap:28px;margin-bottom:20px}.offer>*+*{margin-top:8px}
.buy{border-top:1px solid var(--line);padding-top:14px;margin-top:14px}.buy .actions button{flex:1 1 100%}
.chips{display:flex;flex-wrap:wrap;gap:8px}.chip{cursor:pointer;display:flex;gap:8px;align-items:center;border:1px solid var(--line);border-radius:8px;padding:8px 12px;background:var(--card)}.chip input{min-height:0;margin:0}.chip small{color:var(--quiet)}
.chip:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent);font-weight:600}
.chip:has(:disabled){cursor:default;text-decoration:line-through;color:var(--quiet)}
.family{display:flex;flex-wrap:wrap;gap:6px 12px}
.description{white-space:pre-wrap;overflow-wrap:anywhere;margin:0}
.facts{margin:12px 0;display:grid;grid-template-columns:repeat(auto-fit,minmax(230px,1fr));gap:10px 24px}.facts dt{color:var(--quiet);font-size:.85rem}.facts dd{margin:0;overflow-wrap:anywhere}
.lines{list-style:none;padding:0;margin:12px 0}.lines li{display:flex;justify-content:space-between;gap:16px;align-items:center;padding:10px 0;border-bottom:1px solid var(--line)}
.with-photo{display:flex;gap:12px;align-items:center}.inline{display:inline}.total{text-align:right}
.orders{list-style:none;margin:0;padding:0}.orders li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:8px 16px;align-items:center}.orders a{display:block;text-decoration:none}.orders a strong{display:block}
.state{display:inline-block;padding:3px 10px;border-radius:999px;font-size:.88rem;font-weight:600;background:var(--wait-bg);color:var(--wait)}
.state.good{background:var(--good-bg);color:var(--good)}.state.bad{background:var(--bad-bg);color:var(--bad)}
.timeline{list-style:none;display:flex;padding:0;margin:18px 0;gap:4px}.timeline li{flex:1;border-top:4px solid var(--line);padding-top:6px;font-size:.82rem;color:var(--quiet)}.timeline .done{border-color:var(--good);color:var(--ink)}
.attached{margin:6px 0;display:flex;flex-wrap:wrap;gap:10px;align-items:center}.attached img{display:block;max-width:160px;max-height:120px;border:1px solid var(--line);border-radius:6px}
.mails{list-style:none;margin:0;padding:0}.mails a{display:grid;grid-template-columns:minmax(0,240px) 1fr auto;gap:4px 16px;padding:12px 16px;background:var(--card);border:1px solid var(--line);margin-top:-1px;color:inherit;text-decoration:none}
.mails a:hover{border-color:var(--accent);position:relative}.mails .who{overflow:hidden;text-overflow:ellipsis;color:var(--quiet)}.mails time{color:var(--quiet);font-size:.88rem}
.mail-body{width:100%;height:60vh;border:1px solid var(--line);border-radius:8px;background:#fff}.mail-text{white-space:pre-wrap;overflow-wrap:anywhere}
.table{overflow-x:auto;position:relative}td input[type=number]{width:76px}td .tick{font-size:.88rem}.table:focus-visible{outline-offset:0}table{width:100%;min-width:680px;border-collapse:collapse;font-size:.9rem}th,td{text-align:left;padding:8px 10px;border-bottom:1px solid var(--line);vertical-align:top}th{color:var(--quiet);font-weight:600;white-space:nowrap}
td form{display:inline-flex;gap:6px;flex-wrap:wrap;margin:0 4px 4px 0}td button,td select,td input{min-height:34px;padding:4px 8px}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:16px;margin-bottom:16px}.grid .card{margin:0}
.fields{display:grid;grid-template-columns:repeat(auto-fit,minmax(130px,1fr));gap:10px;align-items:end}.fields label{min-width:0;display:grid;gap:4px;font-size:.88rem;color:var(--quiet)}.table+.fields{margin-top:14px}.fields input,.fields select{width:100%;min-width:0;color:var(--ink)}.fields .grow{grid-column:1/-1}
.tick{display:flex!important;gap:8px!important;align-items:center}.tick input{width:auto;min-height:0}
@media (max-width:760px){.item{grid-template-columns:1fr}.products{grid-template-columns:repeat(2,1fr);gap:10px}.visitor{margin-left:0;width:100%}.mails a{grid-template-columns:1fr}.timeline{flex-direction:column}.timeline li{border-top:0;border-left:4px solid var(--line);padding:4px 10px}.price.big{font-size:1.6rem}}
`;
