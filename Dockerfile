# npm is all that is needed of Node.js here: it fetches the Bun that package.json pins.
FROM node:24-bookworm-slim AS build
WORKDIR /passwright
COPY . .
RUN scripts/build && mkdir -m 700 data

# The executable needs glibc and nothing else: no shell, no package manager.
FROM gcr.io/distroless/base-nossl-debian12:nonroot
COPY --from=build /passwright/dist/passwright /usr/local/bin/passwright
COPY --from=build --chown=nonroot:nonroot /passwright/data /data
ENV HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s CMD ["/usr/local/bin/passwright", "health"]
ENTRYPOINT ["/usr/local/bin/passwright"]
CMD ["serve"]
